import type { Block, DocumentModel, SignatureBlock } from '@dolphin/domain/documents/document-model'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { DocumentTable } from './document-table.tsx'
import styles from './document-view.module.css'
import { agreementText } from './messages.ts'

/**
 * The served document model as accessible HTML: the same words in the same order as the PDF. The page has its
 * own h1, so the document's title is an h2 and its sections follow below that.
 */
export function DocumentView({ model }: { model: DocumentModel }) {
  const titleId = useId()
  return (
    <article className={styles.document} lang={model.language} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {model.title}
      </h2>
      {model.blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
      <p className={styles.footer}>{model.footer}</p>
    </article>
  )
}

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? (
        <h3 lang={block.language}>{block.text}</h3>
      ) : (
        <h4 lang={block.language}>{block.text}</h4>
      )
    case 'paragraph':
      return (
        <p lang={block.language} className={block.emphasis && styles[block.emphasis]}>
          {block.text}
        </p>
      )
    case 'facts':
      return <Facts facts={block.facts} />
    case 'disclosure':
      return <Disclosure block={block} />
    case 'table':
      return <DocumentTable table={block} />
    case 'list':
      return <Items block={block} />
    case 'callout':
      return <Callout block={block} />
    case 'code':
      return (
        <p className={styles.code}>
          {block.label} <strong>{block.code}</strong>
        </p>
      )
    case 'signature':
      return <Signature block={block} />
  }
}

type BlockOf<Kind extends Block['kind']> = Extract<Block, { readonly kind: Kind }>

function Facts({ facts }: Pick<BlockOf<'facts'>, 'facts'>) {
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The federal box: apart from everything else, two figures more conspicuous. Source: 12 CFR 1026.17(a). */
function Disclosure({ block }: { block: BlockOf<'disclosure'> }) {
  const id = useId()
  return (
    <section className={styles.disclosure} aria-labelledby={id}>
      <h3 id={id}>{block.title}</h3>
      <dl className={styles.figures}>
        {block.figures.map(({ label, description, value, standsOut }) => (
          <div key={label} className={standsOut ? styles.standsOut : undefined}>
            <dt>{label}</dt>
            <dd className={styles.meaning}>{description}</dd>
            <dd className={styles.figure}>{value}</dd>
          </div>
        ))}
      </dl>
      <DocumentTable table={block.schedule} />
      <Facts facts={block.terms} />
    </section>
  )
}

function Items({ block: { ordered, items, language } }: { block: BlockOf<'list'> }) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List lang={language}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </List>
  )
}

function Callout({ block: { title, paragraphs } }: { block: BlockOf<'callout'> }) {
  return (
    <div className={styles.callout}>
      <p>
        <strong>{title}</strong>
      </p>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

function Signature({ block: { role, name, mark, facts } }: { block: SignatureBlock }) {
  return (
    <div className={styles.signature}>
      <p className={styles.strong}>{role}</p>
      {mark ? <Mark mark={mark} name={name} /> : <p className={styles.small}>{agreementText('signHere')}</p>}
      <p>{name}</p>
      <Facts facts={facts} />
    </div>
  )
}

/** Lines make no sense to a screen reader one by one. */
const PICTURE = { role: 'img' }

function Mark({ mark, name }: { mark: NonNullable<SignatureBlock['mark']>; name: string }) {
  if (mark.kind === 'typed') return <p className={styles.mark}>{mark.text}</p>
  return (
    <svg
      className={styles.drawnMark}
      {...PICTURE}
      aria-label={agreementText('signatureOf', { name })}
      viewBox={`0 0 ${mark.width} ${mark.height}`}
    >
      {mark.strokes.map((points, index) => (
        <polyline
          key={index}
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="currentColor"
        />
      ))}
    </svg>
  )
}
