/**
 * How much a test does: `npm test` has ten minutes for everything, `npm run test:full` (TEST_EFFORT=full) an hour.
 * Source of the figures: design/security.md, "Figures to aim at".
 */
export const effort = <Figure>({ usual, full }: { readonly usual: Figure; readonly full: Figure }): Figure =>
  process.env['TEST_EFFORT'] === 'full' ? full : usual
