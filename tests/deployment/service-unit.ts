import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Who a service runs as. */
export interface ServiceUser {
  readonly uid: number
  readonly gid: number
}

export interface RunningService {
  readonly child: ChildProcess
  log(): string
}

const readLines = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^[#[;]/.test(line))

/**
 * Starts a service as systemd does from its unit file: settings of EnvironmentFile and Environment, credentials in a
 * folder of its own (%d), the working folder, ExecStart without a shell, an ordinary user. `more` stands for a drop-in.
 */
export function startService(
  unitFile: string,
  credentialsFolder: string,
  user: ServiceUser,
  more: Readonly<Record<string, string>>,
): RunningService {
  const entries = readLines(unitFile).map((line) => line.split(/=(.*)/s) as [string, string])
  const all = (key: string): readonly string[] =>
    entries.filter(([name]) => name === key).map(([, value]) => value)
  rmSync(credentialsFolder, { recursive: true, force: true })
  mkdirSync(credentialsFolder, { mode: 0o700 })
  for (const [name = '', path = ''] of all('LoadCredential').map((one) => one.split(':'))) {
    const copy = join(credentialsFolder, name)
    copyFileSync(path, copy)
    chownSync(copy, user.uid, user.gid)
  }
  chownSync(credentialsFolder, user.uid, user.gid)
  const settings = [...all('EnvironmentFile').flatMap(readLines), ...all('Environment')]
    .map((line) => line.replaceAll('%d', credentialsFolder).split(/=(.*)/s))
    .map(([name = '', value = '']) => [name, value] as const)
  const [program = '', ...args] = all('ExecStart')[0]?.split(' ') ?? []
  const child = spawn(program, args, {
    cwd: all('WorkingDirectory')[0],
    env: { PATH: '/usr/bin:/bin', ...Object.fromEntries(settings), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
  return { child, log: () => log }
}

/** SIGTERM, as systemctl stop sends it; resolves with the exit code. */
export function stopService({ child }: RunningService): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  child.kill('SIGTERM')
  return ended
}
