import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { type SmtpTestServer, startSmtpTestServer } from '@dolphin/integrations/mail/smtp-test-server'

export interface TlsMailServer extends SmtpTestServer {
  /** PEM file of its certificate, which is its own authority. */
  readonly certificateFile: string
}

/** A mail server that speaks TLS from its first byte (smtps), with a certificate for localhost. */
export async function startTlsMailServer(folder: string): Promise<TlsMailServer> {
  const [keyFile, certificateFile] = [join(folder, 'mail.key'), join(folder, 'mail.crt')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'].concat(
      ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ['-keyout', keyFile, '-out', certificateFile],
    ),
    { stdio: 'ignore' },
  )
  const plain = await startSmtpTestServer()
  const port = Number(new URL(plain.url).port)
  const server = createServer(
    { key: readFileSync(keyFile), cert: readFileSync(certificateFile) },
    (socket) => {
      const inner = connect(port, '127.0.0.1')
      socket.pipe(inner).pipe(socket)
      for (const side of [socket, inner]) side.on('error', () => (socket.destroy(), inner.destroy()))
    },
  )
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  return {
    ...plain,
    certificateFile,
    url: `smtps://lender:password@localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      await plain.close()
    },
  }
}
