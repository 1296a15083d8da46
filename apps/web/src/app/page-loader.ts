/** Source: product.md §9. */
const CHUNK_TIMEOUT_MS = 120_000
const RELOADED_FOR = 'dolphin.reloaded-for'

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
