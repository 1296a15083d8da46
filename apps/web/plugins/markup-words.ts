import { type ESTree, parseSync, Visitor } from 'vite'

/** What a reader sees or hears of an element besides its text. */
const SPOKEN =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|title|placeholder|label|\w+(?:Label|Title|Text))$/
const LETTERS = /\p{L}{2,}/u

/** The words that are written into the markup of a component, where no translation reaches them. */
export function markupWords(text: string, fileName: string): readonly string[] {
  const words: string[] = []
  const note = (found: string) => {
    if (LETTERS.test(found)) words.push(found.trim())
  }
  const visitor = new Visitor({
    JSXText: ({ value }) => note(value),
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !SPOKEN.test(name.name) || !value) return
      if (value.type === 'Literal') note(value.value)
      if (value.type === 'JSXExpressionContainer') writtenIn(value.expression).forEach(note)
    },
    JSXElement: ({ children }) => inChildren(children).forEach(note),
    JSXFragment: ({ children }) => inChildren(children).forEach(note),
  })
  visitor.visit(parseSync(fileName, text).program)
  return words
}

const inChildren = (children: readonly ESTree.JSXChild[]): readonly string[] =>
  children.flatMap((child) => (child.type === 'JSXExpressionContainer' ? writtenIn(child.expression) : []))

/** The texts that an expression may come to, as far as they are written out in it. */
function writtenIn(expression: ESTree.Expression | ESTree.JSXEmptyExpression): readonly string[] {
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? [expression.value] : []
  if (expression.type === 'TemplateLiteral')
    return expression.quasis.map(({ value }) => value.cooked ?? value.raw)
  if (expression.type === 'LogicalExpression') return writtenIn(expression.right)
  if (expression.type !== 'ConditionalExpression') return []
  return [...writtenIn(expression.consequent), ...writtenIn(expression.alternate)]
}
