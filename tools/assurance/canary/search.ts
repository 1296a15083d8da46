import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, inflateSync } from 'node:zlib'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { createLeakScanner } from './leak-scanner.ts'
import { needlesOf } from './needles.ts'
import { type Kind, KINDS, type Valued } from './people.ts'
import { mayStand, type Place, PLACES } from './places.ts'

/** What was looked through in a place and what stood there. */
export interface Searched {
  readonly bytes: number
  readonly files: number
  readonly allowed: number
  readonly leaks: number
}

/** Collects what is found; a value is never told, only whose it is, of which kind, and where. */
export interface Search {
  /** Looks through bytes, and through what is packed within them. */
  look(place: Place, name: string, bytes: Uint8Array): void
  /** What people sent: everything of theirs has to be found here, or the search itself is blind. */
  lookAtSent(bytes: Uint8Array): void
  lookBelow(place: (path: string) => Place, folder: string): Promise<void>
  /** The people of whom a kind was never found in what they sent. */
  unseen(): readonly string[]
  readonly places: ReadonlyMap<Place, Searched>
  readonly complaints: readonly string[]
}

/** Complaints listed for one place; the report states their total. */
const COMPLAINTS_TOLD = 20

export function createSearch(people: readonly Valued[]): Search {
  const scanner = createLeakScanner(needlesOf(people))
  const places = new Map<Place, Searched>(
    (Object.keys(PLACES) as Place[]).map((place) => [place, { bytes: 0, files: 0, allowed: 0, leaks: 0 }]),
  )
  const seen = new Set<string>()
  const complaints = new Set<string>()
  const look = (place: Place, name: string, bytes: Uint8Array): void => {
    let allowed = 0
    let leaks = 0
    for (const part of [bytes, ...unpacked(bytes)]) {
      for (const { needle, at } of scanner.scan(part)) {
        if (mayStand(place, needle.kind)) allowed += 1
        else {
          leaks += 1
          if ((places.get(place)?.leaks ?? 0) + leaks <= COMPLAINTS_TOLD)
            complaints.add(
              `${place}: ${needle.kind} of person ${needle.person} (${needle.form}) in ${name} at ${at}`,
            )
        }
      }
    }
    const before = places.get(place) ?? { bytes: 0, files: 0, allowed: 0, leaks: 0 }
    places.set(place, {
      bytes: before.bytes + bytes.length,
      files: before.files + 1,
      allowed: before.allowed + allowed,
      leaks: before.leaks + leaks,
    })
  }
  return {
    look,
    lookAtSent(bytes) {
      for (const { needle } of scanner.scan(bytes)) seen.add(seenKey(needle.person, needle.kind))
    },
    async lookBelow(place, folder) {
      for (const path of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!path.isFile()) continue
        const file = join(path.parentPath, path.name)
        look(place(file.slice(folder.length + 1)), file.slice(folder.length + 1), await readFile(file))
      }
    },
    unseen: () =>
      people.flatMap(({ index, values }) =>
        KINDS.filter((kind) => values[kind] !== undefined && !seen.has(seenKey(index, kind))).map(
          (kind) => `${kind} of person ${index}`,
        ),
      ),
    places,
    get complaints() {
      return [...complaints]
    },
  }
}

const seenKey = (person: number, kind: Kind): string => `${person}/${kind}`

const GZIP_HEAD = Buffer.of(0x1f, 0x8b, 0x08)

/** What is packed within a file: a PDF's streams and its text, a gzip file. */
function unpacked(bytes: Uint8Array): Buffer[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.subarray(0, GZIP_HEAD.length).equals(GZIP_HEAD)) return [gunzipSync(file)]
  if (!file.subarray(0, 5).equals(Buffer.from('%PDF-'))) return []
  return [...streamsOf(file), Buffer.from(readPdfText(file).join('\n'))]
}

function streamsOf(pdf: Buffer): Buffer[] {
  const streams: Buffer[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('endstream', at)
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)))
    } catch {
      // Fonts and pictures may be packed otherwise, or not at all: then the file's own bytes were looked at.
    }
  }
  return streams
}
