import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  S3_TEST_BUCKET,
  S3_TEST_CREDENTIALS,
  S3_TEST_REGION,
} from '@dolphin/integrations/objects/s3-test-server'
import { end, freePort, isReady, MASTER_KEY, PROJECT, watch } from '../drill/drill-server.ts'

const START_LIMIT_MS = 120_000
const POLL_MS = 50

/** The server's own process with everything switched on that tells something. */
export interface CanaryServer {
  readonly port: number
  metrics(): Promise<Buffer>
  /** Ends it politely; answers all that it printed. */
  stop(): Promise<Buffer>
}

interface CanaryPlace {
  /** The folder of the built server: main.js and what lies beside it. */
  readonly built: string
  readonly dataDir: string
  readonly temporary: string
  readonly databaseUrl: string | undefined
  readonly smtpUrl: string
  readonly smsUrl: string
  /** Of the bucket in which documents lie; undefined: in the data folder. */
  readonly bucketUrl: string | undefined
  readonly collectorUrl: string
}

/** Settings that the server and the backup program share. */
export const canaryEnvironment = ({
  dataDir,
  temporary,
  databaseUrl,
}: Pick<CanaryPlace, 'dataDir' | 'temporary' | 'databaseUrl'>) => ({
  ...process.env,
  DOLPHIN_MODE: 'test',
  DATABASE_URL: databaseUrl ?? '',
  DATA_DIR: dataDir,
  TMPDIR: temporary,
  MASTER_KEY,
})

const bucketSettings = ({ bucketUrl }: CanaryPlace) =>
  bucketUrl === undefined
    ? {}
    : {
        ...S3_TEST_CREDENTIALS,
        OBJECT_STORE: 's3',
        S3_BUCKET: S3_TEST_BUCKET,
        S3_REGION: S3_TEST_REGION,
        S3_ENDPOINT: bucketUrl,
      }

export async function startCanaryServer(place: CanaryPlace): Promise<CanaryServer> {
  mkdirSync(place.temporary, { recursive: true })
  const port = await freePort()
  const child = spawn(process.execPath, [join(place.built, 'main.js')], {
    cwd: PROJECT,
    env: {
      ...canaryEnvironment(place),
      HOST: '127.0.0.1',
      PORT: String(port),
      SMTP_URL: place.smtpUrl,
      TWILIO_ACCOUNT_SID: 'ACcanary',
      TWILIO_AUTH_TOKEN: 'canary',
      TWILIO_FROM: '+13025550100',
      TWILIO_BASE_URL: place.smsUrl,
      ...bucketSettings(place),
      METRICS_PORT: '0',
      METRICS_HOST: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: place.collectorUrl,
      LOG_LEVEL: 'trace',
      RATE_LIMIT_PER_MINUTE: '1000000',
      SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  watch(child)
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void printed.push(chunk))
  const figuresPort = () =>
    /"port":(\d+),"msg":"figures are served"/.exec(Buffer.concat(printed).toString())?.[1]
  const deadline = performance.now() + START_LIMIT_MS
  // Lines are written some at a time, at times a moment after the server is ready.
  while (figuresPort() === undefined || !(await isReady(port))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`the server did not start:\n${Buffer.concat(printed).toString()}`)
    await wait(POLL_MS)
  }
  return {
    port,
    async metrics() {
      const answer = await fetch(`http://127.0.0.1:${figuresPort()}/metrics`)
      if (!answer.ok) throw new Error(`the figures are not served: ${answer.status}`)
      return Buffer.from(await answer.arrayBuffer())
    },
    async stop() {
      await end(child, 'SIGTERM')
      return Buffer.concat(printed)
    },
  }
}
