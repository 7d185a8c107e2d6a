import type { Currency } from '@hearth/contracts/kernel/money'
import type { OnboardingCase } from '../../data/queries/useCase.ts'
import type { SectionEditor } from '../saving/useSection.ts'

/** The props of a step's form. */
export type FormProps = Readonly<{
  listingId: string
  currency: Currency
  editor: SectionEditor
  /** Undefined where there is no onboarding, such as in the details of an imported listing. */
  onboarding: OnboardingCase | undefined
  /** Changes that staff requested at a field. */
  commentsAt: (name: string) => readonly string[]
}>
