import { addTexts } from '../i18n/i18nProvider.ts'
import { reviewsTexts } from '../i18n/en/reviews.ts'

addTexts({ reviews: reviewsTexts })
