// Loaded into every step before its own code: when the process that started it is gone, however it ended, the step ends too.
import { isMainThread } from "node:worker_threads";

// What the step forks is the step's own: it isn't tied to us, and keeps its channel.
const own = process.execArgv.indexOf(import.meta.url);
if (own > 0) process.execArgv.splice(own - 1, 2);

if (isMainThread && process.channel) {
  process.once("disconnect", () => {
    // Once what the step leaves running may end in an orderly way, the rest of its process group goes with it.
    process.once("exit", () => {
      try {
        process.kill(-process.pid, "SIGKILL");
      } catch {
        // Not the leader of a group.
      }
    });
    process.kill(process.pid, "SIGTERM");
  });
  // Listening alone must not keep the process alive.
  process.channel.unref();
}
