import { randomUUID } from 'node:crypto'
import { type SftpSettings, withSftp } from './sftp-session.ts'

/** What a probe of the bank's server found. */
export interface BankProbe {
  /** Permissions that a file of ours has there. */
  readonly mode: number
  /** The server's clock less this machine's, in whole seconds. */
  readonly clockAheadMs: number
  /** Files that wait in the inbox. */
  readonly waiting: number
}

const PROBE = new TextEncoder().encode('probe of dolphin, may be removed\n')

/**
 * Does at the bank's server what the day's work does: lists the three folders, writes a hidden file, renames and removes
 * it. Throws `BankUnreachable`.
 */
export async function probeBank(settings: SftpSettings, now: () => Date): Promise<BankProbe> {
  return await withSftp(settings, 'probe', async (server) => {
    const inbox = await server.list(settings.inbox)
    await server.list(settings.archive)
    await server.list(settings.outbox)
    const written = `${settings.outbox}/.${randomUUID()}.part`
    const renamed = `${settings.outbox}/.${randomUUID()}.part`
    await server.write(written, PROBE)
    const at = now().getTime()
    const found = await server.stat(written)
    await server.rename(written, renamed)
    await server.remove(renamed)
    return {
      mode: found?.mode ?? 0,
      clockAheadMs: (found?.modifiedAt ?? at) - at,
      waiting: inbox.filter(({ isFile }) => isFile).length,
    }
  })
}
