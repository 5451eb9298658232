import '../design/base.css';
import { startPage } from '../common/start.js';
import { AccountPage } from './account-page.js';

startPage(AccountPage);
