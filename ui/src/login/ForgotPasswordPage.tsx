import { LinkRequest } from './LinkRequest.tsx'

/** `/forgot-password`. */
const ForgotPasswordPage = () => <LinkRequest kind="reset" />
export default ForgotPasswordPage
