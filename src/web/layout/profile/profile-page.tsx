/** The layout of a page that changes one part of the account. */
import { Link } from 'react-router'
import { FormPage, type FormPageProps } from '#web/ui/forms/form-page.tsx'
import { profile } from '#text/profile.ts'

export function ProfilePage({ children, ...page }: FormPageProps) {
  return (
    <FormPage {...page}>
      {children}
      <p>
        <Link className="link-alone" to="/profile/account">
          {profile.backToProfile}
        </Link>
      </p>
    </FormPage>
  )
}
