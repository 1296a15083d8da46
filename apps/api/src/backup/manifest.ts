import { existsSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupFailure } from './backup-failure.ts'
import { describeFile, filesBelow } from './folder-files.ts'

/** Written last: a folder without it is no backup. */
export const MANIFEST_FILE = 'manifest.json'
const FORMAT = 1

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  product: z.string(),
  createdAt: z.iso.datetime(),
  /** Version of the embedded engine that wrote the database's files. */
  engine: z.string(),
  /** How many migrations the release that made it brought along; all were applied. */
  migrations: z.int().positive(),
  key: z.strictObject({
    included: z.boolean(),
    /** First bytes of a value derived from the master key: tells whether a key is the one, and nothing else. */
    fingerprint: z.string().nullable(),
    /** Where the key was when the backup was made. */
    place: z.string(),
  }),
  /** What was proved of the copy before it was called a backup. */
  proved: z.strictObject({
    loans: z.int(),
    postings: z.int(),
    auditSubjects: z.int(),
    documents: z.int(),
  }),
  /** Folders without a file; an engine does not start without its own. */
  folders: z.array(z.string().min(1)),
  files: z.array(
    z.strictObject({ path: z.string().min(1), size: z.int().nonnegative(), sha256: z.string().length(64) }),
  ),
})

/** What a backup consists of. */
export type Manifest = z.infer<typeof Manifest>

/** Writes the manifest whole or not at all, and waits for the disk. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const unfinished = join(folder, `.${MANIFEST_FILE}.part`)
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(folder, MANIFEST_FILE))
}

/** Reads a backup's manifest. Throws BackupFailure where there is none that can be understood. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST_FILE)
  if (!existsSync(path)) {
    throw new BackupFailure(`${folder} is no backup: it has no ${MANIFEST_FILE}, which is written last.`)
  }
  const parsed = Manifest.safeParse(readJson(await readFile(path, 'utf8')))
  if (parsed.success) {
    const { files, folders } = parsed.data
    if ([...files.map((file) => file.path), ...folders].every(isInside)) return parsed.data
  }
  throw new BackupFailure(`The ${MANIFEST_FILE} of ${folder} cannot be read: damaged, or of another release.`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A plain path below the folder: a manifest may come from anywhere. */
const isInside = (path: string): boolean =>
  !path.startsWith('/') &&
  !path.includes('\\') &&
  path.split('/').every((part) => !['', '.', '..'].includes(part))

/** What differs between a folder and its manifest: missing, changed and foreign files. Empty where it holds. */
export async function manifestComplaints(folder: string, { files }: Manifest): Promise<string[]> {
  const present = new Set(await filesBelow(folder))
  present.delete(MANIFEST_FILE)
  const complaints: string[] = []
  for (const file of files) {
    if (!present.delete(file.path)) {
      complaints.push(`${file.path} is missing`)
      continue
    }
    const { size, sha256 } = await describeFile(folder, file.path)
    if (size !== file.size || sha256 !== file.sha256) complaints.push(`${file.path} was changed`)
  }
  return [...complaints, ...[...present].map((path) => `${path} is not of the backup`)]
}
