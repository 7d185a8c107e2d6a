import type { AmenityCode } from '@hearth/contracts/listing/sections/amenityCatalogue'
import { amenityTexts } from '../../i18n/en/onboardingAmenities.ts'

const names: Readonly<Record<string, string>> = amenityTexts.names

/** `Hair dryer` for `hair_dryer`. */
export const formatAmenity = (code: AmenityCode) =>
  names[code] ?? `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`
