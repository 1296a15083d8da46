const LOOK_MS = 500

/**
 * Ends this process as SIGTERM would, once the program that started it is gone: `node --run`, and npm where a shell
 * stands between, do not pass a signal on. A process that a supervisor starts itself has no such program.
 * @param {() => void} end
 * @param {{ env?: Record<string, string | undefined>, parentOf?: () => number, lookMs?: number }} [machine]
 */
export function endWithRunner(
  end,
  { env = process.env, parentOf = () => process.ppid, lookMs = LOOK_MS } = {},
) {
  // Set by node --run and by npm run, each for its own scripts.
  if (env.NODE_RUN_SCRIPT_NAME === undefined && env.npm_lifecycle_event === undefined) return
  const runner = parentOf()
  const look = setInterval(() => {
    if (parentOf() === runner) return
    clearInterval(look)
    end()
  }, lookMs)
  look.unref()
}
