import { expect, test } from 'vitest'
import { openArchive } from './open-archive.sample.ts'
import { type ArchiveFile, zipStream } from './zip-stream.ts'

const AT = new Date('2026-03-03T15:00:00Z')

async function* filesOf(files: readonly ArchiveFile[]) {
  for (const file of files) {
    await Promise.resolve()
    yield file
  }
}

async function zipOf(files: readonly ArchiveFile[]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipStream(filesOf(files), AT)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('every file comes out as it went in, an empty one and one of many pieces too', async () => {
  const large = new Uint8Array(300_000).map((_, index) => (index * 31) % 251)
  const opened = openArchive(
    await zipOf([
      { name: 'a/empty.csv', bytes: new Uint8Array() },
      { name: 'a/text.txt', bytes: new TextEncoder().encode('as it is') },
      { name: 'large.bin', bytes: large },
    ]),
  )
  expect(Object.keys(opened)).toEqual(['a/empty.csv', 'a/text.txt', 'large.bin'])
  expect(new TextDecoder().decode(opened['a/text.txt'])).toBe('as it is')
  expect(opened['large.bin']).toEqual(large)
})

test('other work goes on while a large file is packed', async () => {
  let turns = 0
  const ticking = setInterval(() => void (turns += 1), 1)
  await zipOf([{ name: 'large.bin', bytes: new Uint8Array(8_000_000) }])
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(0)
})
