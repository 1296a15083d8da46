import type { ComponentType } from 'react'
import { lazy } from 'react'
import type { PageProps } from './routes.ts'

interface PageModule {
  default: ComponentType<PageProps>
}

/** Source: product.md §9. */
const CHUNK_TIMEOUT_MS = 120_000
const RELOADED_FOR = 'dolphin.reloaded-for'

const MODULES = import.meta.glob<PageModule>('../features/*/*-page.tsx')
const loaded = new Map<string, ComponentType<PageProps>>()

/** The page's component, in its own chunk. */
export function pageComponent(page: string): ComponentType<PageProps> {
  const known = loaded.get(page)
  if (known) return known
  const load = moduleOf(page)
  if (!load) throw new Error(`No module for page ${page}`)
  const component = lazy(() => loadChunk(load, import.meta.url))
  loaded.set(page, component)
  return component
}

const moduleOf = (page: string) => MODULES[`../features/${page}-page.tsx`]

/**
 * Loads a chunk within 120 s. The first failure of a build reloads the page, because a new release may have
 * replaced the chunk; a second one is an error that ends on /500 (design/security.md D8).
 */
export async function loadChunk<Module>(load: () => Promise<Module>, build: string): Promise<Module> {
  try {
    return await withinTimeout(load())
  } catch (cause) {
    if (sessionStorage.getItem(RELOADED_FOR) === build) throw cause
    sessionStorage.setItem(RELOADED_FOR, build)
    location.reload()
    return new Promise<never>(() => {})
  }
}

function withinTimeout<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page took too long to load')), CHUNK_TIMEOUT_MS)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
