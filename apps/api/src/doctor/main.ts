import { fileURLToPath } from 'node:url'
import { wallClock } from '../wall-clock.ts'
import { runDoctor } from './command-line.ts'

process.exitCode = await runDoctor(process.argv.slice(2), {
  env: process.env,
  workDir: process.cwd(),
  builtFolder: fileURLToPath(new URL('.', import.meta.url)),
  nodeVersion: process.versions.node,
  now: () => wallClock.now(),
  out: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
})
