/** `{name}` in a template; there is no other syntax and no nesting. */
export const PLACEHOLDER = /\{([a-zA-Z]+)\}/u

/** Names in the order they occur, each once. */
export function placeholderNames(text: string): readonly string[] {
  return [...new Set([...text.matchAll(new RegExp(PLACEHOLDER, 'gu'))].map((match) => match[1] ?? ''))]
}

/** The text with each placeholder set to what `value` gives; values are not scanned again. */
export function fillPlaceholders(text: string, value: (name: string) => string): string {
  return text.replaceAll(new RegExp(PLACEHOLDER, 'gu'), (_, name: string) => value(name))
}
