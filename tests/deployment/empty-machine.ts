import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../nodes/server-node.ts'
import type { ServiceUser } from './service-unit.ts'

/** What a machine of the page has besides; the test's own is elsewhere or on other ports. */
export interface Surroundings {
  readonly databaseUrl: URL
  readonly smtpUrl: string
  /** PEM of the authority that signed the mail server's certificate. */
  readonly smtpAuthority: string
  readonly ports: {
    readonly plain: number
    readonly tls: number
    readonly nodes: readonly [number, number]
    readonly metrics: readonly [number, number]
  }
}

/** Folders of the page that are below the test's folder. */
const PLACES = ['/opt/dolphin', '/etc/dolphin', '/etc/haproxy', '/etc/systemd/system', '/var/lib/dolphin']
/** What the service needs of a release; node_modules is linked. */
const RELEASE = [
  'package.json',
  'scripts',
  'deploy',
  'data',
  '.env.example',
  'apps/api/dist',
  'apps/web/dist',
  'apps/console/dist',
]
const LOGIN = 'lender'

/**
 * A folder in place of a machine's root. Commands of the page run as they are but for places, ports and names; programs
 * that would change this machine are stand-ins: no service manager, no package manager, no other users.
 */
export class EmptyMachine {
  readonly root: string
  readonly user: ServiceUser
  readonly #replacements: readonly (readonly [string, string])[]
  readonly #env: Readonly<Record<string, string>>

  constructor(root: string, { databaseUrl, smtpUrl, smtpAuthority, ports }: Surroundings) {
    this.root = root
    const isRoot = process.getuid?.() === 0
    const name = isRoot ? 'nobody' : execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()
    const group = execFileSync('id', ['-gn', name], { encoding: 'utf8' }).trim()
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
    this.user = { uid: id('-u'), gid: id('-g') }
    const address = `${databaseUrl.hostname}:${databaseUrl.port}`
    this.#replacements = [
      ...PLACES.map((place) => [place, join(root, place)] as const),
      ['login=dolphin -v database=dolphin', `login=${LOGIN} -v database=${LOGIN}`],
      ['alter role dolphin ', `alter role ${LOGIN} `],
      ['postgres://dolphin:', `postgres://${LOGIN}:`],
      ['127.0.0.1:5432/dolphin', `${address}/${LOGIN}`],
      ['smtps://lender:password@mail.lender.test:465', smtpUrl],
      ['PORT=8081\n', `PORT=${ports.nodes[0]}\n`],
      ['METRICS_PORT=9464\n', `METRICS_PORT=${ports.metrics[0]}\nNODE_EXTRA_CA_CERTS=${smtpAuthority}\n`],
      ['-o dolphin', `-o ${name}`],
      ['-g dolphin', `-g ${group}`],
      ['chgrp dolphin', `chgrp ${group}`],
      ['chgrp -R dolphin', `chgrp -R ${group}`],
      ['chown -R root:root', `chown -R ${isRoot ? 'root:root' : `${name}:${group}`}`],
      ['runuser -u dolphin', `runuser -u ${name}`],
      ['= dolphin ]', `= ${name} ]`],
      ['bind :80\n', `bind 127.0.0.1:${ports.plain}\n`],
      ['bind :443 ', `bind 127.0.0.1:${ports.tls} `],
      ['127.0.0.1:8081\n', `127.0.0.1:${ports.nodes[0]}\n`],
      ['127.0.0.1:8082\n', `127.0.0.1:${ports.nodes[1]}\n`],
    ]
    this.#env = {
      PATH: [join(root, 'stand-ins'), dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: root,
      PGHOST: databaseUrl.hostname,
      PGPORT: databaseUrl.port,
      PGUSER: databaseUrl.username,
    }
    chmodSync(root, 0o755)
    for (const place of PLACES) mkdirSync(dirname(join(root, place)), { recursive: true })
    mkdirSync(join(root, '/etc/haproxy'))
    mkdirSync(join(root, '/etc/systemd/system'))
    this.#writeStandIns()
  }

  place(path: string): string {
    return join(this.root, path)
  }

  /** Puts the built release there, as an unpacked archive is. */
  unpackRelease(): void {
    const target = this.place('/opt/dolphin')
    for (const path of RELEASE)
      cpSync(join(PROJECT_ROOT, path), join(target, path), { recursive: true, verbatimSymlinks: true })
    symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(target, 'node_modules'))
    // Places and ports stand in the shipped files as well.
    for (const file of [
      'haproxy.cfg',
      'with-settings.sh',
      ...readdirSync(join(target, 'deploy/systemd')).map((one) => `systemd/${one}`),
    ]) {
      const path = join(target, 'deploy', file)
      writeFileSync(path, this.#adapted(readFileSync(path, 'utf8')))
    }
  }

  /** Runs commands of the page and answers what they printed; throws with it where one fails. */
  async run(commands: string): Promise<string> {
    const child = spawn('sh', ['-e', '-c', this.#adapted(commands)], {
      cwd: this.root,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise((done) => child.once('close', done))
    if (code !== 0) throw new Error(`the page's commands failed (${String(code)}):\n${output}`)
    return output
  }

  #adapted(text: string): string {
    return this.#replacements.reduce(
      (before, [find, replacement]) => before.replaceAll(find, replacement),
      text,
    )
  }

  #writeStandIns(): void {
    const folder = this.place('stand-ins')
    mkdirSync(folder)
    const write = (name: string, text: string) =>
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    // The test starts and stops the services itself.
    write('systemctl', 'exit 0')
    // The release is built, and its packages are linked.
    const isInstallOrBuild = '[ "$1" = ci ] || [ "$1 $2" = "run build" ]'
    write('npm', `if ${isInstallOrBuild}; then exit 0; fi\nPATH="\${PATH#*stand-ins:}"\nexec npm "$@"`)
    // runuser -u NAME -- COMMAND: the administrator of the database is whom PGUSER names; only root may become another user.
    const become = process.getuid?.() === 0 ? 'exec /usr/sbin/runuser "$@"' : 'shift 3; exec "$@"'
    write('runuser', `if [ "$2" = postgres ]; then shift 3; exec "$@"; fi\n${become}`)
    if (process.getuid?.() === 0) chownSync(folder, 0, 0)
  }
}
