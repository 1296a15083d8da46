import { fileURLToPath } from 'node:url'
import { runAdminCommandLine } from './command-line.ts'

process.exitCode = await runAdminCommandLine(process.argv.slice(2), {
  env: process.env,
  workDir: process.cwd(),
  builtFolder: fileURLToPath(new URL('.', import.meta.url)),
  out: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
})
