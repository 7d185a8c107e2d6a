/** Whom to call by country, ISO 3166-1; the general number comes first. */
const EMERGENCY_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  US: ['911'],
  CA: ['911'],
  MX: ['911'],
  AU: ['000'],
  NZ: ['111'],
  GB: ['999', '112'],
  CH: ['112', '117', '118', '144'],
  JP: ['110', '119'],
  KR: ['112', '119'],
  KW: ['112'],
  NO: ['112', '110', '113'],
}
/** The number of the European Union, and understood by most mobile networks. */
const GENERAL = ['112'] as const

export const emergencyNumbers = (country: string): readonly string[] => EMERGENCY_NUMBERS[country] ?? GENERAL
