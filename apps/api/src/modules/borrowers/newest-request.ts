interface Named {
  readonly requestCode: string
}

/** Of the newest bank link and the newest signing of a loan the one that was opened last. */
export function newestRequest(
  link: (Named & { readonly createdAt: Date }) | undefined,
  signing: (Named & { readonly openedAt: Date }) | undefined,
): Named | undefined {
  if (link === undefined || signing === undefined) return link ?? signing
  return link.createdAt < signing.openedAt ? signing : link
}
