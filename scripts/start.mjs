import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from './build.mjs'
import { openDemonstration } from './setup/demonstration.mjs'
import { beDevelopment, loadEnvironmentFile } from './setup/environment.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { endWithRunner } from './setup/parent-process.mjs'
import { SERVER_FLAGS } from './setup/server-process.mjs'
import { main, PROJECT_ROOT, say, SetupError } from './setup/step.mjs'

const HELP = `npm start: serve the whole of Dolphin on one address.

Installs and builds what is missing or stale, migrates the database, seeds portfolios 110 and 118, and serves
pages, calls and channel. Settings come from the environment or from a file named .env; .env.example lists them.
The commonest: PORT (8080), DATABASE_URL (an embedded database under .dolphin when absent), SMTP_URL (a mailbox
page at /dev/mailbox when absent).

  --demo    a lender with its borrowers of 120 days, cases that wait, and staff of every role, in a database of its own
            under .dolphin/demo: filled at the first start (some minutes), kept afterward; delete the folder to begin anew
  --help`

const OPTIONS = { demo: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } }

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${HELP}`)
  }
}

function portIsTaken(port) {
  return new Promise((answer) => {
    const probe = connect({ port, host: '127.0.0.1' })
    probe.once('connect', () => (probe.destroy(), answer(true)))
    probe.once('error', () => answer(false))
  })
}

/** Runs the server as a child and passes signals on, so that Ctrl+C drains it rather than cutting it off. */
function serve() {
  return new Promise((done) => {
    const server = spawn(process.execPath, [...SERVER_FLAGS, join(PROJECT_ROOT, 'apps/api/dist/main.js')], {
      cwd: PROJECT_ROOT,
      stdio: 'inherit',
    })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'))
    endWithRunner(() => server.kill('SIGTERM'))
    server.once('exit', (code) => done(code ?? 0))
  })
}

await main(async () => {
  const { demo, help } = readArguments()
  if (help) return say(HELP)
  loadEnvironmentFile()
  beDevelopment()
  const port = Number(process.env.PORT ?? 8080)
  if (await portIsTaken(port)) {
    throw new SetupError(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    )
  }
  await ensureInstalled()
  await buildAll()
  if (demo) await openDemonstration()
  return serve()
})
