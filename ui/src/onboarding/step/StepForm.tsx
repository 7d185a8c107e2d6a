import type { OnboardingStep } from '@hearth/contracts/onboarding'
import { AccessibilityForm } from '../../listing-sections/forms/AccessibilityForm.tsx'
import { AllAmenities } from '../../listing-sections/forms/AllAmenities.tsx'
import { EssentialAmenities, PopularAmenities } from '../../listing-sections/forms/AmenityPages.tsx'
import { ContactForm } from '../../listing-sections/forms/ContactForm.tsx'
import type { FormProps } from '../../listing-sections/fields/formProps.ts'
import { InfoForm } from './InfoForm.tsx'
import { RoomsForm } from '../../listing-sections/forms/RoomsForm.tsx'
import { SectionCards } from '../../listing-sections/forms/SectionCards.tsx'

/** The questions of a step. */
export const StepForm = ({ step, ...props }: FormProps & { step: OnboardingStep }) => {
  switch (step) {
    case 'type':
    case 'community':
    case 'checkInOut':
    case 'parking':
    case 'safety':
      return <SectionCards {...props} section={step} />
    case 'info':
      return <InfoForm {...props} />
    case 'sleep':
      return <RoomsForm {...props} />
    case 'accessibility':
      return <AccessibilityForm {...props} />
    case 'essentialAmenities':
      return <EssentialAmenities {...props} />
    case 'popularAmenities':
      return <PopularAmenities {...props} />
    case 'allAmenities':
      return <AllAmenities {...props} />
    case 'contact':
      return <ContactForm {...props} />
    default:
      return null
  }
}
