/** The few parts of DER (ITU-T X.690) that a signature of ours is made of. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context3: 0xa3,
} as const

/** One element: tag, definite length in its shortest form, and the parts as content. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content])
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 + bytes.length, ...bytes]
}

/** "1.2.840.113549.1.7.2" as an object identifier. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(TAG.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(arc: number): readonly number[] {
  const bytes = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(128 + (rest % 128))
  return bytes
}

/** A SET OF, whose members DER wants in the order of their bytes. */
export function setOf(tag: number, members: readonly Buffer[]): Buffer {
  return der(tag, ...members.toSorted((left, right) => Buffer.compare(left, right)))
}

export type DerElement = { readonly tag: number; readonly content: Buffer; readonly size: number }

/** The element at the start of the bytes, or undefined where they are no whole element. */
export function readElement(bytes: Buffer): DerElement | undefined {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) return undefined
  const lengthSize = first < 0x80 ? 0 : first - 0x80
  if (lengthSize > 4 || bytes.length < 2 + lengthSize) return undefined
  const length = lengthSize === 0 ? first : bytes.readUIntBE(2, lengthSize)
  const start = 2 + lengthSize
  if (start + length > bytes.length) return undefined
  return { tag, content: bytes.subarray(start, start + length), size: start + length }
}

/** The elements that fill the content one after the other; undefined where something is left over. */
export function readElements(content: Buffer): readonly DerElement[] | undefined {
  const elements: DerElement[] = []
  for (let offset = 0; offset < content.length; ) {
    const element = readElement(content.subarray(offset))
    if (element === undefined) return undefined
    elements.push(element)
    offset += element.size
  }
  return elements
}
