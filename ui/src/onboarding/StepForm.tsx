import type { OnboardingStep } from '@hearth/contracts/onboarding'
import { AccessibilityForm } from './form/AccessibilityForm.tsx'
import { AllAmenities } from './form/AllAmenities.tsx'
import { EssentialAmenities, PopularAmenities } from './form/AmenityPages.tsx'
import { ContactForm } from './form/ContactForm.tsx'
import type { FormProps } from './form/formProps.ts'
import { InfoForm } from './form/InfoForm.tsx'
import { RoomsForm } from './form/RoomsForm.tsx'
import { SectionCards } from './form/SectionCards.tsx'

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
