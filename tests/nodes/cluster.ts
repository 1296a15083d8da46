import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestClient } from '@dolphin/api/testing/test-client'
import {
  S3_TEST_BUCKET,
  S3_TEST_KEYS_BUCKET,
  S3_TEST_CREDENTIALS,
  S3_TEST_REGION,
  type S3TestServer,
  startS3TestServer,
} from '@dolphin/integrations/objects/s3-test-server'
import pg from 'pg'
import { Balancer } from './balancer.ts'
import { NodeClient } from './http-client.ts'
import { PROJECT_ROOT, ServerNode } from './server-node.ts'

/** A range that nothing else of the project picks from: nodes that are not running yet leave theirs free for minutes. */
const FIRST_PORT = 19_000
const PORT_SPAN = 1_000
/** Keys of this test alone, the same on every node as in a real deployment. */
export const OPERATIONS_SECRET = 'c3'.repeat(32)
export const MASTER_KEY = 'a7'.repeat(32)
const DRAIN_SECONDS = '4'

/**
 * Several nodes over one PostgreSQL database and one bucket behind one balancer, with nothing else in common; nodes are
 * started when a test asks.
 */
export interface Cluster {
  readonly nodes: readonly ServerNode[]
  /** Somebody at a browser whose requests go through the balancer. */
  client(): TestClient
  /** The same at a node itself: for setting up, and for what a test asks of one node. */
  clientOf(node: number): TestClient
  readonly balancerPort: number
  /** What lies in the bucket, by key. */
  readonly objects: S3TestServer['objects']
  /** The data folder of a node, its own. */
  dataFolderOf(node: number): string
  rows<Row extends pg.QueryResultRow>(query: string, values?: readonly unknown[]): Promise<readonly Row[]>
  stop(): Promise<void>
}

/** A database for the nodes: at TEST_DATABASE_URL, or one that a test gives. */
export interface ClusterDatabase extends Pick<Cluster, 'rows'> {
  readonly url: string
  readonly drop: () => Promise<void>
}

interface Chosen {
  readonly database?: ClusterDatabase
  /** The folders of the releases that its nodes run, by node; this one's where none is named. */
  readonly roots?: readonly string[]
  /** Settings of one node alone, by node. */
  readonly settings?: readonly Readonly<Record<string, string>>[]
}

export async function startCluster(
  places: number,
  running: number,
  { database: given, roots = [], settings = [] }: Chosen = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-nodes-'))
  const database = given ?? (await createDatabase())
  const ports = await freePorts(2 * places + 1)
  const bucket = await startS3TestServer()
  const dataFolderOf = (node: number) => join(folder, `data-${node}`)
  // One bank folder for all nodes, as a deployment mounts it
  const bank = join(folder, 'bank')
  mkdirSync(bank)
  for (let node = 0; node < places; node += 1) {
    mkdirSync(dataFolderOf(node))
    symlinkSync(bank, join(dataFolderOf(node), 'bank'))
  }
  const nodes = Array.from(
    { length: places },
    (_, index) =>
      new ServerNode(
        [ports[2 * index] ?? 0, ports[2 * index + 1] ?? 0],
        {
          ...environmentOf(database.url, bucket.endpoint),
          DATA_DIR: dataFolderOf(index),
          ...settings[index],
        },
        roots[index],
      ),
  )
  const balancerPort = ports.at(-1) ?? 0
  const balancer = new Balancer(balancerPort)
  const stop = async () => {
    await balancer.stop()
    await Promise.all(nodes.map((node) => node.stop()))
    await database.drop()
    await bucket.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    // All at once, as an orchestrator starts them: one migrates, the others wait for it.
    await Promise.all(nodes.slice(0, running).map((node) => node.start()))
    const nodePorts = nodes.map(({ port }) => port)
    // A balancer begins once it leads somewhere.
    if (running > 0) await balancer.start(folder, nodePorts)
  } catch (error) {
    await stop()
    throw error
  }
  const httpClients = [balancerPort, ...nodes.map(({ port }) => port)].map((port) => new NodeClient(port))
  const clientAt = (place: number) => {
    const httpClient = httpClients[place]
    if (httpClient === undefined) throw new Error(`there is no node ${place}`)
    return new TestClient(httpClient, 118)
  }
  return {
    nodes,
    balancerPort,
    objects: bucket.objects,
    dataFolderOf,
    client: () => clientAt(0),
    clientOf: (node) => clientAt(node + 1),
    rows: database.rows,
    async stop() {
      for (const httpClient of httpClients) httpClient.close()
      await stop()
    },
  }
}

const environmentOf = (databaseUrl: string, bucketEndpoint: string) => ({
  WEB_DIR: join(PROJECT_ROOT, 'apps/web/dist'),
  CONSOLE_DIR: join(PROJECT_ROOT, 'apps/console/dist'),
  DOLPHIN_MODE: 'test',
  HOST: '127.0.0.1',
  DATABASE_URL: databaseUrl,
  OBJECT_STORE: 's3',
  S3_BUCKET: S3_TEST_BUCKET,
  S3_KEYS_BUCKET: S3_TEST_KEYS_BUCKET,
  S3_REGION: S3_TEST_REGION,
  S3_ENDPOINT: bucketEndpoint,
  ...S3_TEST_CREDENTIALS,
  MASTER_KEY,
  OPERATIONS_SECRET,
  DRAIN_SECONDS,
  TRUST_PROXY: 'true',
  RATE_LIMIT_PER_MINUTE: '1000000',
  SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
  LOG_LEVEL: 'info',
})

export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  for (let step = 0; step < PORT_SPAN && found.length < count; step += 1) {
    const port = FIRST_PORT + ((process.pid * 31 + step) % PORT_SPAN)
    if (await isFree(port)) found.push(port)
  }
  if (found.length < count) throw new Error('no free ports for the nodes')
  return found
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const probe = createServer()
    probe.once('error', () => answer(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })

/** The rows of a query at the database of an address, over a session of its own. */
async function on<Row extends pg.QueryResultRow>(
  where: string,
  query: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: where })
  await client.connect()
  try {
    return (await client.query<Row>(query, [...values])).rows
  } finally {
    await client.end()
  }
}

/** The database at an address; `drop` removes it. */
export const databaseAtUrl = (url: string, drop: () => Promise<void>): ClusterDatabase => ({
  url,
  rows: (query, values = []) => on(url, query, values),
  drop,
})

export async function createDatabase(): Promise<ClusterDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (!serverUrl)
    throw new Error('TEST_DATABASE_URL names no PostgreSQL; node scripts/postgres.mjs starts one')
  const name = `nodes_${randomUUID().replaceAll('-', '')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await on(serverUrl, `create database ${name}`, [])
  return databaseAtUrl(
    url.href,
    async () => void (await on(serverUrl, `drop database if exists ${name} with (force)`, [])),
  )
}
