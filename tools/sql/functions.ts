/** Nullability of SQL functions. Functions that aren't listed here return null only for a null argument. */

const neverNull = new Set(
  `count now clock_timestamp statement_timestamp transaction_timestamp random gen_random_uuid uuidv4 uuidv7 row_number rank
  dense_rank percent_rank cume_dist ntile concat json_build_object jsonb_build_object json_build_array jsonb_build_array
  num_nulls num_nonnulls pg_backend_pid grouping`.split(/\s+/),
);
const nullableAggregates = new Set(
  `max min sum avg array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or every any_value
  percentile_cont percentile_disc mode stddev variance bit_or bit_and`.split(/\s+/),
);
const nullable = new Set(
  `lag lead first_value last_value nth_value nullif array_length array_position array_upper array_lower regexp_match
  jsonb_path_query_first jsonb_extract_path jsonb_extract_path_text json_extract_path_text substring to_regclass`.split(
    /\s+/,
  ),
);

/** Whether a function never returns null. */
export const isNeverNull = (name: string): boolean => neverNull.has(name);
/** Whether an aggregate returns null for no rows. */
export const isNullableAggregate = (name: string): boolean => nullableAggregates.has(name);
/** Whether a function may return null for non-null arguments. */
export const isNullableFunction = (name: string): boolean => nullable.has(name);
