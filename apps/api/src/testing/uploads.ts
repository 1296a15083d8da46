import type { CallReply } from '@dolphin/contract/call'
import type { uploadBankStatementCall } from '@dolphin/contract/verification'
import type { Envelope } from '@dolphin/contract/envelope'
import type { TestApi } from './api-fixture.ts'
import type { TestClient } from './test-client.ts'

export interface StatementFile {
  readonly fileName: string
  readonly bytes: Uint8Array | string
}

/** Sends a statement as a browser does; the client's own session and cookies go with it. */
export async function uploadStatement(
  api: TestApi,
  client: TestClient,
  loanNo: string,
  { fileName, bytes }: StatementFile,
): Promise<Envelope<CallReply<typeof uploadBankStatementCall>>> {
  const boundary = 'test-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="loanNo"\r\n\r\n${loanNo}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const answer = await api.app.inject({
    method: 'POST',
    url: '/fssapi/dolphin-loan/online/upload-bank-statement',
    headers: {
      host: client.host,
      origin: `http://${client.host}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'idempotency-key': crypto.randomUUID(),
      'access-token': client.session?.accessToken ?? '',
      'user-credential': client.session?.userCredential ?? '',
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return answer.json<Envelope<CallReply<typeof uploadBankStatementCall>>>()
}
