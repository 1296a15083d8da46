import { matchRoute } from 'wouter'
import { parse } from 'regexparam'
import type { ComponentType } from 'react'
import { type PageProps, REDIRECTS, ROUTES } from './routes.ts'
import { type Chunk, chunkOf } from './use-chunk.ts'

const MODULES = import.meta.glob<{ default: ComponentType<PageProps> }>('../features/*/*-page.tsx')

const PAGES: ReadonlyMap<string, Chunk<PageProps>> = new Map(
  Object.entries(MODULES).map(([file, load]) => [file, chunkOf(load)]),
)

/** The page of a route (routes.ts), in its own chunk. */
export function pageChunk(page: string): Chunk<PageProps> {
  const found = PAGES.get(`../features/${page}-page.tsx`)
  if (!found) throw new Error(`No module for page ${page}`)
  return found
}

/** Loads the page at an address; nothing to load for one that only leads elsewhere or has no page. */
export async function loadPageAt(path: string): Promise<void> {
  const route = ROUTES.find(({ path: pattern }) => matchRoute(parse, pattern, REDIRECTS[path] ?? path)[0])
  if (route) await pageChunk(route.page).load()
}
