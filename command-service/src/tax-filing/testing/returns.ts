import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Dac7Home, TaxDocument, TaxPerson } from '@hearth/contracts/tax-profile'
import type { ReportedHome, TaxReturn } from '../readReturn.ts'

export const PERSON: TaxPerson = {
  legalName: 'Zoë María Núñez',
  businessName: null,
  street: 'Calle de Alcalá 1, 3º izquierda, portal del patio interior',
  city: 'Hudson',
  region: 'NY',
  postalCode: '12534-0001',
  country: 'US',
  birthDate: '1980-04-12',
  registerNumber: null,
}

export const documentOf = (name: string, more: Partial<TaxDocument> = {}): TaxDocument => ({
  id: deriveId('test-document', name),
  year: 2025,
  form: '1099-K',
  boxes: [],
  quarters: [],
  homes: [],
  ledgerRevision: 4,
  vaultRef: deriveId('test-vault', name),
  fileSha256: 'b'.repeat(64),
  issuedAt: '2026-01-20T10:00:00.000Z',
  corrects: null,
  ...more,
})

export const HOME: ReportedHome = {
  address: {
    line1: 'Rua das Flores 9',
    line2: null,
    city: 'Lisboa',
    region: null,
    postalCode: '1200-195',
    country: 'PT',
  },
  propertyType: 'apartment',
  revision: 3,
  landRegistryNumber: '1234/19990101',
}

export const returnOf = (name: string, more: Partial<TaxReturn> = {}): TaxReturn => {
  const document = more.document ?? documentOf(name)
  return {
    hostAccountId: deriveId('test-account', name),
    document,
    first: document.id,
    corrects: null,
    entity: 'individual',
    person: PERSON,
    numbers: [{ country: 'US', type: 'SSN', number: '536904399' }],
    homes: new Map([['l1', HOME]]),
    ...more,
  }
}

/** A home with the same figures in each quarter. */
export const quartersOf = (listingId: string, more: Partial<Dac7Home> = {}): Dac7Home[] =>
  [1, 2, 3, 4].map((quarter) => ({
    currency: 'EUR',
    quarter,
    grossMinor: 100_050,
    feesMinor: 15_549,
    nights: 8,
    stays: 2,
    taxesMinor: 0,
    listingId,
    ...more,
  }))
