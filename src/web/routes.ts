/** Every address of the site, in the order of spec §2. */
import { index, prefix, route } from '@react-router/dev/routes'
import type { RouteConfig } from '@react-router/dev/routes'

export default [
  index('home/home.tsx'),
  route('certifications', 'catalogue/certifications.tsx'),
  route('certifications/:certificationId', 'catalogue/certification.tsx'),
  route('exam/:certificationId', 'exam/exam.tsx'),
  route('profile', 'profile/profile.tsx'),
  route('profile/email', 'profile/change-email.tsx'),
  route('profile/password', 'profile/change-password.tsx'),
  route('profile/second-factor', 'profile/second-factor.tsx'),
  route('profile/my-data.json', 'profile/my-data.ts'),
  route('profile/delete', 'profile/delete-account.tsx'),
  route('login', 'account/login.tsx'),
  route('login/email', 'account/login-by-mail.tsx'),
  route('login/link', 'account/login-by-link.tsx'),
  route('login/sso', 'account/login-by-sso.tsx'),
  route('login/second-factor', 'account/second-factor.tsx'),
  route('login/confirm', 'account/confirm.tsx'),
  route('sign-out', 'account/sign-out.ts'),
  route('signup', 'account/signup.tsx'),
  route('reset-password', 'account/reset-password.tsx'),
  route('verify-email', 'account/verify-email.tsx'),
  route('admin', 'admin/admin.tsx', [
    index('admin/overview.tsx'),
    route('people', 'admin/people.tsx'),
    route('people/:personId', 'admin/person.tsx'),
  ]),
  route('privacy', 'legal/privacy.tsx'),
  route('terms', 'legal/terms.tsx'),
  route('contact', 'legal/contact.tsx'),

  ...prefix('api', [
    route('certifications', 'api/certifications.ts'),
    route('certifications/:certificationId', 'api/certification.ts'),
    route('questions', 'api/questions.ts'),
    route('case-studies/:caseStudyId', 'api/case-study.ts'),
    route('viewer', 'api/viewer.ts'),
    route('auth/*', 'api/auth.ts'),
    route('*', 'api/unknown.ts'),
  ]),
  route('.well-known/jwks.json', 'api/jwks.ts'),
  route('health/live', 'api/health-live.ts'),
  route('health/ready', 'api/health-ready.ts'),

  route('*', 'layout/not-found.tsx'),
] satisfies RouteConfig
