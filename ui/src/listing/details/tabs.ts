/** The tabs of `/listing-details/{tab}` (docs/domain/console.md#addresses). */
export const TABS = [
  'overview',
  'preview',
  'details',
  'amenities',
  'photos',
  'pricing',
  'availability',
  'policies',
  'house-rules',
  'pre-arrival',
  'team',
  'compliance',
  'history',
] as const
export type TabName = (typeof TABS)[number]
export const isTab = (name: string): name is TabName => (TABS as readonly string[]).includes(name)
