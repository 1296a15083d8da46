import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'

const ENTRY = `
  import { virtual } from '@guidepup/virtual-screen-reader'
  window.readAloud = async (container) => {
    await virtual.start({ container })
    for (let steps = 0; steps < 2000; steps += 1) {
      await virtual.next()
      if ((await virtual.lastSpokenPhrase()) === 'end of document') break
    }
    const log = await virtual.spokenPhraseLog()
    await virtual.stop()
    return log
  }`

let script: Promise<string> | undefined

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** What a screen reader says of the page's own part, or of the dialog over it, from its beginning to its end. */
export async function readAloud(page: Page): Promise<readonly string[]> {
  script ??= bundle()
  await page.evaluate(await script)
  return page.evaluate<readonly string[]>(
    `readAloud(document.querySelector('dialog[open]') ?? document.querySelector('main'))`,
  )
}
