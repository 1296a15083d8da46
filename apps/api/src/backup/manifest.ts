import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { z } from 'zod'
import { BackupFailure } from './backup-failure.ts'
import { describeFile, filesBelow } from './folder-files.ts'

/** Written last: a folder without it is no backup. */
export const MANIFEST_FILE = 'manifest.json'
const FORMAT = 1

/** A plain path below the folder: a manifest may come from anywhere. */
const Path = z
  .string()
  .min(1)
  .refine((path) => !path.includes('\\') && posix.resolve('/', path) === `/${path}`)

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
  /** Folders without a file, which not every storage keeps. */
  folders: z.array(Path),
  files: z.array(z.strictObject({ path: Path, size: z.int().nonnegative(), sha256: z.string().length(64) })),
})

/** What a backup consists of. */
export type Manifest = z.infer<typeof Manifest>

/** Writes the manifest of a folder that has no name yet. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const text = JSON.stringify(Manifest.parse({ format: FORMAT, ...manifest }), null, 1)
  await writeFile(join(folder, MANIFEST_FILE), `${text}\n`, { mode: 0o600 })
}

/** Reads a backup's manifest. Throws BackupFailure where there is none that can be understood. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST_FILE)
  if (!existsSync(path)) {
    throw new BackupFailure(`${folder} is no backup: it has no ${MANIFEST_FILE}, which is written last.`)
  }
  try {
    return Manifest.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    throw new BackupFailure(
      `The ${MANIFEST_FILE} of ${folder} cannot be read: damaged, or of another release.`,
    )
  }
}

/** Holds a folder against a manifest, file by file. Throws BackupFailure naming what is missing, changed or foreign. */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  const present = new Set(await filesBelow(folder))
  present.delete(MANIFEST_FILE)
  const complaints: string[] = []
  for (const { path, size, sha256 } of files) {
    if (!present.delete(path)) {
      complaints.push(`${path} is missing`)
      continue
    }
    const found = await describeFile(folder, path)
    if (found.size !== size || found.sha256 !== sha256) complaints.push(`${path} was changed`)
  }
  complaints.push(...[...present].map((path) => `${path} is not of the backup`))
  if (complaints.length > 0)
    throw new BackupFailure(`${folder} does not hold its manifest:\n  ${complaints.join('\n  ')}`)
}
