// Loaded into every step before its own code: when the process that started it has ended for any reason, the step ends too.
import { isMainThread } from "node:worker_threads";

// Processes that the step forks aren't tied to us, and keep their own channel.
const own = process.execArgv.indexOf(import.meta.url);
if (own > 0) process.execArgv.splice(own - 1, 2);

if (isMainThread && process.channel) {
  process.once("disconnect", () => {
    // After the step's graceful shutdown, the rest of its process group is killed.
    process.once("exit", () => {
      try {
        process.kill(-process.pid, "SIGKILL");
      } catch {
        // Not the leader of a process group.
      }
    });
    process.kill(process.pid, "SIGTERM");
  });
  // The listener alone must not keep the process alive.
  process.channel.unref();
}
