import { Console } from 'node:console'
import { Writable } from 'node:stream'
import type { Logger } from 'pino'
import { describe } from './http/describe-error.ts'

/** Lines of a library that writes to the console; it writes whole lines. */
const consoleLines = (write: (line: string) => void): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n')) if (line.trim() !== '') write(line)
      done()
    },
  })

/**
 * Everything that this process says becomes a line of its log: warnings of Node, what libraries write to the console,
 * and the error that ends it. Of that error only class, code and frames, because a message may quote a value.
 */
export function logWholeProcess(log: Logger): void {
  // Node's own listener prints warnings as plain text.
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message, code }: Error & { code?: string }) =>
    log.warn(
      { warning: name, ...(code === undefined ? {} : { warningCode: code }), text: message },
      'a warning of Node',
    ),
  )
  globalThis.console = new Console({
    stdout: consoleLines((text) => log.info({ text }, 'written to the console')),
    stderr: consoleLines((text) => log.warn({ text }, 'written to the console')),
  })
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ origin, failure: describe(error) }, 'the process ends: an error was not caught')
    process.exit(1)
  })
}
