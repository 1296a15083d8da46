import { expect, test } from 'vitest'
import { type BuiltChunk, pageChunks, requireLeanFrame } from './page-chunks.ts'

const SOURCE = '/project/apps/web/src'
const chunk = (fileName: string, imports: readonly string[], rest: Partial<BuiltChunk> = {}): BuiltChunk => ({
  fileName,
  imports,
  isEntry: false,
  facadeModuleId: null,
  moduleIds: [],
  ...rest,
})

const BUILD: readonly BuiltChunk[] = [
  chunk('frame.js', ['react.js'], { isEntry: true }),
  chunk('react.js', []),
  chunk('loan.js', ['react.js', 'queries.js']),
  chunk('queries.js', ['react.js']),
  chunk('home-page.js', ['frame.js', 'loan.js'], {
    facadeModuleId: `${SOURCE}/features/home/home-page.tsx`,
    moduleIds: [`${SOURCE}/features/home/home-view.tsx`, `${SOURCE}/features/home/home-page.tsx`],
  }),
  chunk('identity.js', ['frame.js'], {
    moduleIds: [
      `${SOURCE}/features/identity/send-set-link-page.tsx`,
      `${SOURCE}/features/identity/send-reset-link-page.tsx`,
    ],
  }),
]

test('a page needs its own chunk and all that this one imports, but nothing that the entry brings anyway', () => {
  expect(pageChunks(BUILD)['home/home']).toEqual(['home-page.js', 'loan.js', 'queries.js'])
})

test('pages that share a chunk each name it', () => {
  const pages = pageChunks(BUILD)
  expect(pages['identity/send-set-link']).toEqual(['identity.js'])
  expect(pages['identity/send-reset-link']).toEqual(['identity.js'])
})

test('a screen is listed beside the pages, under its whole name', () => {
  const screen = chunk('plan.js', ['frame.js', 'loan.js'], {
    moduleIds: [`${SOURCE}/features/plans/amount-screen.tsx`],
  })
  const needed = pageChunks([...BUILD, screen])['plans/amount-screen']
  expect(needed).toEqual(['plan.js', 'loan.js', 'queries.js'])
})

test('what is no page is not listed', () => {
  expect(Object.keys(pageChunks(BUILD))).toEqual([
    'home/home',
    'identity/send-reset-link',
    'identity/send-set-link',
  ])
})

test('a frame that needs a chunk of some pages is refused, by name', () => {
  const entry = { fileName: 'assets/index-1.js', isEntry: true, facadeModuleId: null, moduleIds: [] }
  const frame = (imports: readonly string[]): BuiltChunk => ({
    ...entry,
    fileName: 'assets/frame-2.js',
    isEntry: false,
    imports,
  })
  const build = (imports: readonly string[]) => [{ ...entry, imports: ['assets/frame-2.js'] }, frame(imports)]
  expect(() => requireLeanFrame(build(['assets/react-3.js']))).not.toThrow()
  expect(() => requireLeanFrame(build(['assets/signed-in-4.js']))).toThrow('signed-in')
})
