import '../design/base.css';
import { startPage } from '../common/start.js';
import { RafflePage } from './raffle-page.js';

startPage(RafflePage);
