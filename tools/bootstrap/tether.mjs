// Loaded into every step before its own code: when the process that started it is gone, however it ended, the step ends too.
import { isMainThread } from "node:worker_threads";

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
