import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** What the server knows of its one caller. */
export const S3_TEST_CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'sample-access-key',
  AWS_SECRET_ACCESS_KEY: 'sample-secret-key',
} as const
export const S3_TEST_REGION = 'us-east-2'
export const S3_TEST_BUCKET = 'lender-documents'
export const S3_TEST_KEYS_BUCKET = 'lender-keys'

/** A refusal as S3 writes it. */
export interface S3Refusal {
  readonly status: number
  readonly code: string
}

export interface S3TestServer {
  readonly endpoint: string
  /** Of the bucket of documents, by key. */
  readonly objects: Map<string, Buffer>
  /** Answers so many requests with this instead. */
  refuseNext(times: number, refusal: S3Refusal): void
  /** From now on names that are taken are replaced, as stores did before conditional writes. */
  forgetConditions(): void
  readonly asked: () => number
  close(): Promise<void>
}

const CONFLICT = { status: 412, code: 'PreconditionFailed' }
const UNKNOWN = { status: 404, code: 'NoSuchKey' }
const NO_BUCKET = { status: 404, code: 'NoSuchBucket' }
const FORGED = { status: 403, code: 'SignatureDoesNotMatch' }
const NOT_THAT = { status: 501, code: 'NotImplemented' }

/**
 * A small S3 on this machine: puts, gets, lists and deletions of objects with conditional writes, signatures checked by the rules of
 * Signature Version 4 written here anew, so that the client is not judged by itself.
 */
export async function startS3TestServer(): Promise<S3TestServer> {
  const objects = new Map<string, Buffer>()
  const refusals: S3Refusal[] = []
  let [knowsConditions, asked] = [true, 0]
  const buckets = new Map([
    [S3_TEST_BUCKET, objects],
    [S3_TEST_KEYS_BUCKET, new Map<string, Buffer>()],
  ])
  const put = (into: Map<string, Buffer>, key: string, body: Buffer, onlyNew: boolean) => {
    if (knowsConditions && onlyNew && into.has(key)) return CONFLICT
    into.set(key, body)
    return undefined
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    asked += 1
    const refusal = refusals.shift() ?? (isGenuine(request, body) ? undefined : FORGED)
    if (refusal !== undefined) return refuse(response, refusal)
    const [name = '', ...parts] = decodeURIComponent(pathOf(request).slice(1)).split('/')
    const key = parts.join('/')
    const bucket = buckets.get(name)
    if (bucket === undefined) return refuse(response, NO_BUCKET)
    if (request.method === 'PUT') {
      const refused = put(bucket, key, body, request.headers['if-none-match'] === '*')
      return refused === undefined
        ? response.writeHead(200, { etag: '"1"' }).end()
        : refuse(response, refused)
    }
    if (request.method === 'DELETE') {
      bucket.delete(key)
      return response.writeHead(204).end()
    }
    if (request.method === 'GET' && key === '') return list(request, response, bucket)
    if (request.method !== 'GET') return refuse(response, NOT_THAT)
    const found = bucket.get(key)
    return found === undefined ? refuse(response, UNKNOWN) : response.writeHead(200).end(found)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    objects,
    refuseNext: (times, refusal) => void refusals.push(...Array.from({ length: times }, () => refusal)),
    forgetConditions: () => void (knowsConditions = false),
    asked: () => asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** So many names in one answer, so that a client has to ask for more. */
const NAMES_AT_ONCE = 3

/** Names in their order from behind the token on, which is the last name that was given. */
function list(request: IncomingMessage, response: ServerResponse, objects: ReadonlyMap<string, Buffer>) {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('continuation-token') ?? '']
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted()
  const page = names.slice(0, NAMES_AT_ONCE)
  const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
  const isCut = names.length > page.length
  const token = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${contents}${token}</ListBucketResult>`,
    )
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port')
  return address.port
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

function refuse(response: ServerResponse, { status, code }: S3Refusal): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>sample</Message></Error>`)
}

const hex = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Source: AWS Signature Version 4, "Create a signed AWS API request"; the query is sorted, each header trimmed. */
function isGenuine(request: IncomingMessage, body: Buffer): boolean {
  const { headers } = request
  const [, id, day, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const instant = String(headers['x-amz-date'])
  const content = String(headers['x-amz-content-sha256'])
  if (id !== S3_TEST_CREDENTIALS.AWS_ACCESS_KEY_ID || region !== S3_TEST_REGION) return false
  if (day === undefined || !instant.startsWith(day)) return false
  if (content !== 'UNSIGNED-PAYLOAD' && content !== hex(body)) return false
  const query = [...new URL(request.url ?? '/', 'http://localhost').searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const canonical = [request.method, pathOf(request), query, signed.join(''), names, content].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', instant, scope, hex(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(
    (secret, word) => keyed(secret, word),
    keyed(`AWS4${S3_TEST_CREDENTIALS.AWS_SECRET_ACCESS_KEY}`, day),
  )
  return keyed(key, toSign).toString('hex') === signature
}
