import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { wallClock } from '../wall-clock.ts'
import { runBackupCommand } from './command-line.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

process.exitCode = await runBackupCommand(process.argv.slice(2), {
  env: process.env,
  workDir: process.cwd(),
  builtFolder: fileURLToPath(new URL('.', import.meta.url)),
  productVersion: version,
  now: () => wallClock.now(),
  out: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
})
