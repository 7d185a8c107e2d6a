import { z } from 'zod'
import { zLocalDate } from '../kernel/dates.ts'

/**
 * Where short stays need a registration number, and the number's format. Extended by market; `other` is any
 * licence of a town.
 */
export const REGISTRATION_SCHEMES = {
  es_nrua: {
    country: 'ES',
    label: 'Número de registro de alquiler',
    pattern: /^ES[A-Z0-9-]{8,58}$/,
    example: 'ESFCTU00000700700012345600000000000000000000007',
  },
  pt_al: {
    country: 'PT',
    label: 'Registo de Alojamento Local',
    pattern: /^\d{1,8}\/AL$/,
    example: '12345/AL',
  },
  fr_declaration: {
    country: 'FR',
    label: 'Numéro de déclaration',
    pattern: /^\d{11}[0-9A-Z]{2}$/,
    example: '7510512345678',
  },
  it_cin: {
    country: 'IT',
    label: 'Codice identificativo nazionale',
    pattern: /^IT\d{6}[A-Z0-9]{8,10}$/,
    example: 'IT058091C1ABCD2345',
  },
  gr_ama: { country: 'GR', label: 'Αριθμός Μητρώου Ακινήτου', pattern: /^\d{5,11}$/, example: '00001234567' },
  nl_registratie: {
    country: 'NL',
    label: 'Registratienummer',
    pattern: /^[A-Z0-9]{4}( ?[A-Z0-9]{4}){4}$/,
    example: '0363 1234 5678 90AB CDEF',
  },
  jp_minpaku: { country: 'JP', label: '届出番号', pattern: /^M\d{9}$/, example: 'M130012345' },
  other: {
    country: null,
    label: 'Licence or permit',
    pattern: /^[\p{L}\p{N} ./#:_-]{3,60}$/u,
    example: 'STR-2026-00123',
  },
} as const
export type RegistrationScheme = keyof typeof REGISTRATION_SCHEMES
export const zRegistrationScheme = z.enum(
  Object.keys(REGISTRATION_SCHEMES) as [RegistrationScheme, ...RegistrationScheme[]],
)

/** The scheme that a country demands; undefined: none that we know of. */
export const schemeOfCountry = (country: string): RegistrationScheme | undefined =>
  (Object.keys(REGISTRATION_SCHEMES) as RegistrationScheme[]).find(
    (scheme) => REGISTRATION_SCHEMES[scheme].country === country,
  )

/** `expired` follows from the day: a number that was good until `expiresOn`. */
export const zRegistration = z.strictObject({
  scheme: zRegistrationScheme,
  number: z.string(),
  expiresOn: zLocalDate.nullable(),
  documentFileId: z.string().nullable(),
  landRegistryNumber: z.string().nullable(),
  status: z.enum(['provided', 'verified', 'rejected']),
  rejectedBecause: z.string().nullable(),
})
export type Registration = z.infer<typeof zRegistration>
