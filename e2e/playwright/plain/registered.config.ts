// The same project, told of Gasoline in its configuration.
// oxlint-disable-next-line import/no-unassigned-import
import 'gasoline-playwright/register';
import config from './playwright.config';

export default config;
