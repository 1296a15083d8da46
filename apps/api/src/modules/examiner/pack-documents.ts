import { createPrivateKey, sign } from 'node:crypto'
import type { ArchiveFile } from '@dolphin/integrations/archive/zip-stream'
import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import type { SealIdentity } from '@dolphin/integrations/document/seal-identity'
import { textFile } from '@dolphin/integrations/archive/table-files'

/** A file of the pack as the manifest names it. */
export interface PackedFile {
  readonly name: string
  readonly sha256: string
  readonly sizeBytes: number
}

/** What the pack is of, and who had it made. */
export interface PackHead {
  readonly portfolioId: number
  readonly lender: string
  /** "loan 118-0000011", "2026-01-01 to 2026-03-31" */
  readonly scope: string
  readonly createdAt: string
  readonly createdBy: string
}

export const README = `How to verify this pack
=======================

Nothing but openssl and sha256sum is needed. Unpack it, go to its folder, and then:

1. The manifest is what the lender signed:

   openssl x509 -in certificate.pem -pubkey -noout > public-key.pem
   openssl dgst -sha256 -verify public-key.pem -signature manifest.sig manifest.json

   prints "Verified OK". Anything else means that the manifest was changed.

2. The list of hashes is the one that the manifest names:

   sha256sum SHA256SUMS

   prints the hash that manifest.json gives for SHA256SUMS.

3. No file was changed:

   sha256sum --check --quiet SHA256SUMS

   prints nothing.

The certificate is the lender's document seal; ask the lender for its fingerprint on another way:

   openssl x509 -in certificate.pem -noout -fingerprint -sha256

What is inside
--------------

index.html links every file and needs no connection. loans/ has a folder for each loan, registers/ what is kept of
the portfolio. Social Security and account numbers show their last four digits. Cells of the tables that a
spreadsheet would run begin with an apostrophe. ledger.csv and audit.csv carry the hash of each row's record and of
the one before it.
`

/** Hashes in the form that sha256sum reads. */
export const sumsFile = (files: readonly PackedFile[]): ArchiveFile =>
  textFile('SHA256SUMS', files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''))

/** Every file with its hash, and the detached signature over it by the portfolio's seal. */
export function signedManifest(
  head: PackHead,
  files: readonly PackedFile[],
  { privateKeyPem }: SealIdentity,
): ArchiveFile[] {
  const manifest = textFile('manifest.json', `${JSON.stringify({ format: 1, ...head, files }, null, 2)}\n`)
  const bytes = sign('sha256', manifest.bytes, createPrivateKey(privateKeyPem))
  return [manifest, { name: 'manifest.sig', bytes }]
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a2b3c}' +
  'h1{font-size:1.6rem}h2{font-size:1.15rem;margin:1.5rem 0 .25rem}ul{margin:0;padding-left:1.25rem;columns:3 14rem}'

/** A page that links every file, folder by folder. Works from a disk, without scripts. */
export function indexPage(head: PackHead, names: readonly string[]): ArchiveFile {
  const folders = new Map<string, string[]>()
  for (const name of names) {
    const [place, ...rest] = name.split('/')
    const folder = place === 'loans' ? `loans/${rest[0] ?? ''}` : rest.length > 0 ? (place ?? '') : ''
    folders.set(folder, [...(folders.get(folder) ?? []), name])
  }
  const sections = [...folders].map(([folder, files]) => {
    const links = files
      .map(
        (name) =>
          `<li><a href="${escapeHtml(name)}">${escapeHtml(name.slice(folder.length).replace(/^\//, ''))}</a></li>`,
      )
      .join('\n')
    return `<h2>${escapeHtml(folder === '' ? 'The pack' : folder)}</h2>\n<ul>\n${links}\n</ul>`
  })
  const title = `Records of ${head.lender}: ${head.scope}`
  return textFile(
    'index.html',
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Portfolio ${head.portfolioId}. Made on ${escapeHtml(head.createdAt)} by ${escapeHtml(head.createdBy)}.
How to verify it stands in <a href="README.txt">README.txt</a>.</p>
${sections.join('\n')}
</body>
</html>
`,
  )
}
