import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { API_BUILD, copyApiFiles } from './build-api.mjs'
import { beDevelopment, loadEnvironmentFile } from './setup/environment.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { SERVER_FLAGS } from './setup/server-process.mjs'
import { main, PROJECT_ROOT, say } from './setup/step.mjs'

const SERVER = join(PROJECT_ROOT, 'apps/api/dist/main.js')

/** Restarts the server after each rebuild; the old one is asked to drain first. */
function serverThatRestarts() {
  let server
  const start = () => {
    server = spawn(process.execPath, [...SERVER_FLAGS, '--enable-source-maps', SERVER], {
      cwd: PROJECT_ROOT,
      stdio: 'inherit',
    })
  }
  return {
    restart() {
      if (!server || server.exitCode !== null) return start()
      server.once('exit', start)
      server.kill('SIGTERM')
    },
    stop: () => server?.kill('SIGTERM'),
  }
}

await main(async () => {
  loadEnvironmentFile()
  beDevelopment()
  await ensureInstalled()
  const { context } = await import('esbuild')
  const server = serverThatRestarts()
  const restartAfterBuild = {
    name: 'restart-after-build',
    setup: (build) =>
      build.onEnd(({ errors }) => {
        if (errors.length > 0) return
        copyApiFiles()
        server.restart()
      }),
  }
  const watcher = await context({ ...API_BUILD, plugins: [...API_BUILD.plugins, restartAfterBuild] })
  await watcher.watch()
  const pages = ['apps/web', 'apps/console'].map((folder) =>
    spawn('npx', ['--no-install', 'vite'], { cwd: join(PROJECT_ROOT, folder), stdio: 'inherit' }),
  )
  say(
    'Watching: pages on http://localhost:5173, the desk on http://desk.localhost:5174, calls on http://localhost:8080',
  )
  await new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, done)
  })
  for (const page of pages) page.kill('SIGTERM')
  server.stop()
  await watcher.dispose()
})
