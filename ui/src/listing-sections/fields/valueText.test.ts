import { expect, it } from 'vitest'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import { i18nProvider } from '../../i18n/i18nProvider.ts'
import type { Text } from '../../i18n/text.ts'
import '../texts.ts'
import { formatAnswer } from './valueText.ts'

const t: Text = (key, values) => i18nProvider.translate(key, values)
const words = (section: SectionName, field: string, value: unknown) =>
  formatAnswer(t, section, [field], value, 'EUR')

it.each([
  ['parking', 'type', 'on_site_free', 'Free, on site'],
  ['parking', 'priceMinor', 1_500, '15.00 EUR'],
  ['checkInOut', 'earlyLate', { allowed: true, feeMinor: 2_000 }, 'Yes, 20.00 EUR'],
  ['community', 'wasteDays', [1, 4], 'Mon; Thu'],
  [
    'community',
    'sharedFacilities',
    [{ kind: 'pool', hours: { from: '08:00', to: '20:00' } }],
    'Pool, 08:00 – 20:00',
  ],
  ['safety', 'fuelAppliances', ['gas_stove'], 'Gas stove'],
  ['safety', 'hazards', [], 'None'],
  ['info', 'internalName', 'Casa_1', 'Casa_1'],
  ['safety', 'alarmsTestedOn', '2026-11-08', 'Sun 8 Nov 2026'],
  ['contact', 'languages', ['en', 'pt'], 'English; Portuguese'],
  ['info', 'maxGuests', 4, '4'],
  ['info', 'maxGuests', null, 'not answered'],
] as const)('%s %s reads as it is asked: %j is “%s”', (section, field, value, text) =>
  expect(words(section, field, value)).toBe(text),
)
