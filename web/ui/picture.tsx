/** A picture of the catalogue in the size that its place needs. `url` ends in -1280.webp and has siblings of 640 and 320. */
export function Picture({ url, alt = '', sizes, eager = false }: { url: string | null; alt?: string; sizes: string; eager?: boolean }) {
  if (!url) return null
  const base = url.replace(/-1280\.webp$/, '')
  return (
    <img
      src={`${base}-640.webp`}
      srcSet={`${base}-320.webp 320w, ${base}-640.webp 640w, ${base}-1280.webp 1280w`}
      sizes={sizes}
      alt={alt}
      width={1280}
      height={720}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  )
}
