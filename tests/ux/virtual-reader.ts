import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'

const ENTRY = `
  import { virtual } from '@guidepup/virtual-screen-reader'
  window.readAloud = async (container) => {
    // It hears attributes alone, where a browser tells readers what is chosen now
    for (const field of container.querySelectorAll('[type="radio"], [type="checkbox"]'))
      field.toggleAttribute('checked', field.checked)
    await virtual.start({ container })
    const first = await virtual.lastSpokenPhrase()
    for (let steps = 0; steps < 3000; steps += 1) {
      await virtual.next()
      if ((await virtual.lastSpokenPhrase()) === 'end of ' + first) break
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
