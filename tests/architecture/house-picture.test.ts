import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DRAWN, housePicture, packageArrows } from './house-picture.ts'
import { PROJECT_ROOT } from './source-files.ts'

const PAGE = join(PROJECT_ROOT, 'docs/architecture.md')
const PICTURE = /```mermaid\n[^`]*```/

test('the picture of the house is the one that the imports make (HOUSE=write draws it anew)', () => {
  const page = readFileSync(PAGE, 'utf8')
  if (process.env['HOUSE'] === 'write')
    writeFileSync(
      PAGE,
      page.replace(PICTURE, () => housePicture()),
    )
  expect(PICTURE.exec(readFileSync(PAGE, 'utf8'))?.[0]).toBe(housePicture())
})

test('every package that imports or is imported has its box', () => {
  const named = new Set(packageArrows().flatMap((arrow) => arrow.split(' ')))
  expect([...named].toSorted()).toEqual(DRAWN.toSorted())
})
