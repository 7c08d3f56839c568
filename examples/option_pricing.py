"""
The price of an option
======================

An American option may be exercised at any time, so its price has no formula: it is
found backwards through a tree of prices, with a decision at each node. The gradient of
the price is how it reacts to the market, and goes through all the decisions.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def american_put(price, strike, rate, volatility, years, steps):
    """Cox, Ross and Rubinstein's binomial tree."""
    step = years / steps
    up = np.exp(volatility * np.sqrt(step))
    chance = (np.exp(rate * step) - 1.0 / up) / (up - 1.0 / up)
    discount = np.exp(-rate * step)
    levels = np.arange(-steps, steps + 1)
    prices = price * up**levels
    values = np.maximum(strike - prices[::2], 0.0)
    for n in range(steps - 1, -1, -1):
        waiting = discount * (chance * values[1:] + (1.0 - chance) * values[:-1])
        now = strike - prices[steps - n : steps + n + 1 : 2]
        values = np.maximum(waiting, now)
    return values[0]


# %%
# A put at 100, for a year; the textbook price of the European one is 5.57.

price, strike, rate, volatility = np.float64(100.0), 100.0, 0.05, 0.2
value = american_put(price, strike, rate, volatility, 1.0, 500)
print(f"price {value:.4f}")

greeks = ag.grad(american_put, ("price", "rate", "volatility"))
delta, rho, vega = greeks(price, strike, rate, volatility, 1.0, 500)
print(f"delta {delta:.3f}, rho {rho:.2f}, vega {vega:.2f}")

# %%

prices = np.linspace(70.0, 140.0, 40)
values = [american_put(each, strike, rate, volatility, 1.0, 200) for each in prices]
figure, axes = plt.subplots(figsize=(6, 4))
axes.plot(prices, values, label="the option")
axes.plot(prices, np.maximum(strike - prices, 0.0), "--", label="exercised at once")
axes.set(xlabel="price of the share", ylabel="price of the option")
axes.legend()
plt.show()
