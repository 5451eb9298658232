import '../design/base.css';
import { startPage } from '../common/start.js';
import { OrderPage } from './order-page.js';

startPage(OrderPage);
